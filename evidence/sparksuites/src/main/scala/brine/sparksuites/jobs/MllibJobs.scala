package brine.sparksuites.jobs

import org.apache.spark.SparkContext
import org.apache.spark.mllib.classification._
import org.apache.spark.mllib.clustering._
import org.apache.spark.mllib.evaluation._
import org.apache.spark.mllib.feature._
import org.apache.spark.mllib.fpm._
import org.apache.spark.mllib.linalg.{DenseMatrix, DenseVector, Matrices, SparseVector, Vector, Vectors}
import org.apache.spark.mllib.linalg.distributed._
import org.apache.spark.mllib.optimization._
import org.apache.spark.mllib.random.RandomRDDs
import org.apache.spark.mllib.recommendation.{ALS, Rating}
import org.apache.spark.mllib.regression._
import org.apache.spark.mllib.stat.{KernelDensity, Statistics}
import org.apache.spark.mllib.tree.{DecisionTree, GradientBoostedTrees, RandomForest}
import org.apache.spark.mllib.tree.configuration.BoostingStrategy
import org.apache.spark.rdd.RDD

/** MLlib's algorithms on RDDs. */
object MllibJobs extends JobGroup("mllib") {
  private def vectors(sc: SparkContext): RDD[Vector] =
    sc.parallelize(
      (1 to 120).map(i =>
        if (i % 3 == 0) Vectors.sparse(4, Seq(1 -> i % 7 / 2.0, 3 -> 1.0))
        else Vectors.dense(i % 5, i % 7 / 3.0, (i % 2) * 9, i % 11)
      ),
      3
    ).cache()
  private def labelled(sc: SparkContext): RDD[LabeledPoint] =
    vectors(sc).zipWithIndex().map { case (v, i) => LabeledPoint(if (v(1) + v(3) + i % 3 > 4) 1 else 0, v) }.cache()
  private def baskets(sc: SparkContext): RDD[Array[String]] =
    sc.parallelize(
      (1 to 60).map(i => Array("a", "b", "c", "d", "e").zipWithIndex.filter(p => i % (p._2 + 2) == 0).map(_._1)),
      3
    )
  private def documents(sc: SparkContext): RDD[Seq[String]] =
    sc.parallelize((1 to 60).map(i => Seq(s"w${i % 5}", s"w${i % 3}", "the", s"x${i % 7}")), 3)
  private def ratings(sc: SparkContext): RDD[Rating] =
    sc.parallelize((0 until 200).map(i => Rating(i % 20, i * 7 % 15, i % 5 + 1.0)), 3)

  core("k-means")(sc => KMeans.train(vectors(sc), 3, 5, KMeans.K_MEANS_PARALLEL, 7).clusterCenters.toSeq)
  core("bisecting k-means")(sc => new BisectingKMeans().setK(4).setSeed(7).run(vectors(sc)).clusterCenters.toSeq)
  core("Gaussian mixture")(sc => {
    val model = new GaussianMixture().setK(2).setSeed(7).setMaxIterations(3).run(vectors(sc))
    (model.weights, model.gaussians.map(g => (g.mu, g.sigma)))
  })
  core("LDA by expectation and maximisation")(sc => {
    val corpus = vectors(sc).zipWithIndex().map(_.swap).cache()
    val model = new LDA().setK(2).setMaxIterations(3).setSeed(7).setOptimizer("em").setCheckpointInterval(2).run(corpus)
    (model.topicsMatrix, model.describeTopics(2).map(_._1.toSeq).toSeq)
  })
  core("LDA online")(sc =>
    new LDA().setK(2).setMaxIterations(3).setSeed(7).setOptimizer("online").run(vectors(sc).zipWithIndex().map(
      _.swap
    ).cache()).topicsMatrix
  )
  core("power iteration clustering")(sc => {
    val near = sc.parallelize(for (i <- 0L until 10L; j <- 0L until i) yield (i, j, 1.0 / (1 + (i - j) * (i - j))), 2)
    new PowerIterationClustering().setK(2).setMaxIterations(5).setInitializationMode("degree").run(
      near
    ).assignments.collect().map(a => a.id -> a.cluster).sorted.toSeq
  })
  core("streaming k-means model")(sc =>
    new StreamingKMeansModel(Array(Vectors.dense(0, 0, 0, 0), Vectors.dense(5, 1, 9, 9)), Array(1, 1)).update(
      vectors(sc).map(v => Vectors.dense(v.toArray): Vector),
      0.5,
      "batches"
    ).clusterCenters.toSeq
  )
  core("logistic regression")(sc => {
    val m = new LogisticRegressionWithLBFGS().run(labelled(sc)); (m.weights, m.intercept)
  })
  core("support vector machine")(sc => SVMWithSGD.train(labelled(sc), 5).weights)
  core("gradient descent and L-BFGS with each updater")(sc => {
    val data = labelled(sc).map(p => p.label -> p.features)
    val updaters = Seq(new SimpleUpdater, new SquaredL2Updater, new L1Updater)
    val start = Vectors.zeros(4)
    updaters.map(u =>
      GradientDescent.runMiniBatchSGD(data, new LeastSquaresGradient, u, 0.01, 5, 0.1, 1.0, start)._1
    ) :+
      LBFGS.runLBFGS(data, new LogisticGradient, new SquaredL2Updater, 5, 1e-6, 5, 0.1, start)._1
  })
  core("isotonic regression")(sc =>
    new IsotonicRegression().run(labelled(sc).map(p => (p.label, p.features(1), 1.0))).predictions.toSeq
  )
  core("naive Bayes")(sc => {
    val m = NaiveBayes.train(labelled(sc)); (m.pi, m.theta, m.predict(vectors(sc)).collect().toSeq)
  })
  core("decision tree")(sc => DecisionTree.trainClassifier(labelled(sc), 2, Map(0 -> 5), "gini", 4, 8).toDebugString)
  core("random forest")(sc => {
    val m = RandomForest.trainClassifier(labelled(sc), 2, Map.empty[Int, Int], 4, "auto", "entropy", 3, 8, 7);
    (m.toDebugString, m.predict(vectors(sc)).collect().toSeq)
  })
  core("boosted trees")(sc => {
    val s = BoostingStrategy.defaultParams("Regression"); s.setNumIterations(3);
    GradientBoostedTrees.train(labelled(sc), s).toDebugString
  })
  core("alternating least squares")(sc => {
    val model = ALS.train(ratings(sc), 3, 3, 0.1, 2, 7)
    (model.userFeatures.collect().sortBy(_._1).toSeq, model.predict(1, 2), model.recommendProducts(3, 4).toSeq)
  })
  core("implicit ALS with checkpoints")(sc =>
    new ALS().setImplicitPrefs(true).setRank(2).setIterations(3).setSeed(7).setCheckpointInterval(1).run(
      ratings(sc)
    ).productFeatures.collect().sortBy(_._1).toSeq
  )
  core("frequent patterns and their rules")(sc => {
    val model = new FPGrowth().setMinSupport(0.1).setNumPartitions(3).run(baskets(sc))
    (
      model.freqItemsets.collect().map(s => s.items.sorted.toSeq -> s.freq).sortBy(_._1.mkString).toSeq,
      model.generateAssociationRules(0.5).collect().map(_.toString).sorted.toSeq
    )
  })
  core("frequent sequences")(sc =>
    new PrefixSpan().setMinSupport(0.3).setMaxPatternLength(3).run(
      documents(sc).map(_.map(Array(_)).toArray)
    ).freqSequences.collect().map(s => s.sequence.map(_.toSeq).toSeq -> s.freq).map(_.toString).sorted.toSeq
  )
  core("principal components and singular values")(sc => {
    val matrix = new RowMatrix(vectors(sc))
    val svd = matrix.computeSVD(2, computeU = true)
    (matrix.computePrincipalComponents(2), svd.s, svd.V, svd.U.rows.take(3).toSeq)
  })
  core("products and similarities of rows")(sc => {
    val matrix = new RowMatrix(vectors(sc))
    (
      matrix.computeGramianMatrix(),
      matrix.computeCovariance(),
      matrix.multiply(Matrices.dense(4, 1, Array(1, 2, 3, 4))).rows.take(4).toSeq,
      matrix.columnSimilarities().entries.collect().map(_.toString).sorted.toSeq
    )
  })
  core("block matrices")(sc => {
    val entries = sc.parallelize(
      for (i <- 0L until 8L; j <- 0L until 8L if (i + j) % 3 != 0) yield MatrixEntry(i, j, i / (j + 1.0)),
      3
    )
    val blocks = new CoordinateMatrix(entries, 8, 8).toBlockMatrix(3, 3).cache()
    (
      blocks.multiply(blocks.transpose).toLocalMatrix(),
      blocks.add(blocks).subtract(blocks).toLocalMatrix(),
      blocks.toIndexedRowMatrix().rows.collect().sortBy(_.index).map(_.vector).toSeq
    )
  })
  core("TF-IDF, word vectors and scaling")(sc => {
    val tf = new HashingTF(50).transform(documents(sc)).cache()
    val words = new Word2Vec().setVectorSize(3).setMinCount(2).setSeed(7).setNumIterations(1).fit(documents(sc))
    (
      new IDF().fit(tf).transform(tf).collect().toSeq,
      words.getVectors.toSeq.sortBy(_._1),
      new StandardScaler(true, true).fit(vectors(sc).map(v => Vectors.dense(v.toArray): Vector)).mean
    )
  })
  core("selection by chi-squared")(sc =>
    (
      new ChiSqSelector(2).fit(labelled(sc)).selectedFeatures.toSeq,
      Statistics.chiSqTest(labelled(sc)).map(_.pValue).toSeq
    )
  )
  core("correlations, summaries, Kolmogorov-Smirnov, density")(sc =>
    (
      Statistics.corr(vectors(sc), "pearson"),
      Statistics.corr(vectors(sc), "spearman"),
      Statistics.colStats(vectors(sc)).variance,
      Statistics.kolmogorovSmirnovTest(vectors(sc).map(_(1)), "norm", 1, 1).pValue,
      new KernelDensity().setSample(vectors(sc).map(_(1))).setBandwidth(1).estimate(Array(0.5, 1)).toSeq
    )
  )
  core("metrics of predictions")(sc => {
    val scored = labelled(sc).map(p => p.features(3) -> p.label)
    val binary = new BinaryClassificationMetrics(scored, 5)
    (
      binary.areaUnderROC(),
      binary.pr().collect().toSeq,
      new MulticlassMetrics(labelled(sc).map(p => (p.features(2) / 9).round.toDouble -> p.label)).confusionMatrix,
      new RankingMetrics(sc.parallelize(Seq(Array(1, 2, 3) -> Array(3, 1)), 1)).ndcgAt(2)
    )
  })
  core("random RDDs")(sc =>
    (
      RandomRDDs.normalVectorRDD(sc, 20, 2, 3, 7).collect().toSeq,
      RandomRDDs.poissonRDD(sc, 4, 20, 2, 7).collect().toSeq
    )
  )
  core("vectors and matrices as records")(sc =>
    sc.parallelize(0 until 20, 3).map(i =>
      i % 4 -> ((
        new DenseVector(Array(i, 2)): Vector,
        new SparseVector(5, Array(i % 5), Array(1)): Vector
      ), new DenseMatrix(2, 1, Array(i, 1)), Matrices.speye(2))
    ).groupByKey().mapValues(_.toSeq).collect().sortBy(_._1)
  )
}
