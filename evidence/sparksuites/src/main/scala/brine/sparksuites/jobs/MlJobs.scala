package brine.sparksuites.jobs

import org.apache.spark.ml.Pipeline
import org.apache.spark.ml.classification._
import org.apache.spark.ml.clustering._
import org.apache.spark.ml.evaluation.{MulticlassClassificationEvaluator, RegressionEvaluator}
import org.apache.spark.ml.feature._
import org.apache.spark.ml.fpm.{FPGrowth, PrefixSpan}
import org.apache.spark.ml.linalg.{Vector, Vectors}
import org.apache.spark.ml.recommendation.ALS
import org.apache.spark.ml.regression._
import org.apache.spark.ml.stat.{Correlation, Summarizer}
import org.apache.spark.ml.tuning.{CrossValidator, ParamGridBuilder}
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.functions.col

/** ML's algorithms on DataFrames. */
object MlJobs extends JobGroup("ml") {
  private def points(s: SparkSession): DataFrame = {
    val rows = (1 to 120).map { i =>
      val v: Vector = if (i % 3 == 0) Vectors.sparse(4, Seq(1 -> i % 7 / 2.0, 3 -> 1.0))
      else Vectors.dense(i % 5, i % 7 / 3.0, (i % 2) * 9, i % 11)
      (if (v(1) + v(3) + i % 3 > 4) 1.0 else 0.0, v, v(1) * 2 + v(3) + 0.5, s"c${i % 4}", i % 6)
    }
    s.createDataFrame(s.sparkContext.parallelize(rows, 3)).toDF("label", "features", "target", "kind", "code").cache()
  }
  private def dense(s: SparkSession): DataFrame = {
    import org.apache.spark.sql.functions.udf
    points(s).withColumn("features", udf((v: Vector) => v.toDense: Vector).apply(col("features")))
  }
  private def predictions(all: DataFrame, column: String = "prediction") = all.select(column).collect().toSeq
  private def texts(s: SparkSession): DataFrame =
    s.createDataFrame((1 to 40).map(i => (i, Seq(s"w${i % 5}", s"w${i % 3}", "the", s"x${i % 7}")))).toDF("id", "words")

  sql("logistic regression")(s => {
    val m = new LogisticRegression().setMaxIter(5).setRegParam(0.1).fit(points(s));
    (m.coefficients, m.intercept, m.summary.accuracy)
  })
  sql("linear regression by both solvers")(s => {
    val l = new LinearRegression().setLabelCol("target").setMaxIter(5).setRegParam(0.01)
    (l.setSolver("l-bfgs").fit(points(s)).coefficients, l.setSolver("normal").fit(points(s)).coefficients)
  })
  sql("general linear regression")(s =>
    new GeneralizedLinearRegression().setLabelCol("code").setFamily("poisson").setMaxIter(3).fit(points(s)).coefficients
  )
  sql("survival regression")(s =>
    new AFTSurvivalRegression().setLabelCol("target").setCensorCol("label").setMaxIter(3).fit(points(s)).coefficients
  )
  sql("isotonic regression")(s =>
    new IsotonicRegression().setLabelCol("target").setFeatureIndex(1).fit(points(s)).predictions
  )
  sql("factorization machine")(s => new FMClassifier().setFactorSize(2).setMaxIter(3).setSeed(7).fit(dense(s)).factors)
  sql("support vector machine")(s => new LinearSVC().setMaxIter(5).fit(points(s)).coefficients)
  sql("naive Bayes")(s => new NaiveBayes().fit(points(s)).theta)
  sql("perceptron of several layers")(s =>
    new MultilayerPerceptronClassifier().setLayers(Array(4, 3, 2)).setMaxIter(5).setSeed(7).fit(points(s)).weights
  )
  sql("one against the rest")(s =>
    predictions(new OneVsRest().setLabelCol("code").setClassifier(new LogisticRegression().setMaxIter(3)).fit(
      points(s)
    ).transform(points(s)))
  )
  sql("decision tree")(s =>
    new DecisionTreeClassifier().setMaxDepth(4).fit(points(s)).toDebugString.linesIterator.drop(1).toSeq
  )
  sql("random forest")(s => {
    val m = new RandomForestClassifier().setNumTrees(4).setMaxDepth(3).setSeed(7).fit(points(s));
    (m.featureImportances, m.trees.map(_.depth), predictions(m.transform(points(s))))
  })
  sql("boosted trees")(s => {
    val m = new GBTRegressor().setLabelCol("target").setMaxIter(3).setSeed(7).setCheckpointInterval(1).fit(points(s));
    (m.featureImportances, predictions(m.transform(points(s))))
  })
  sql("k-means")(s => {
    val m = new KMeans().setK(3).setSeed(7).setMaxIter(4).fit(points(s));
    (m.clusterCenters.toSeq, m.summary.trainingCost)
  })
  sql("bisecting k-means")(s => new BisectingKMeans().setK(4).setSeed(7).fit(points(s)).clusterCenters.toSeq)
  sql("Gaussian mixture")(s => {
    val m = new GaussianMixture().setK(2).setSeed(7).setMaxIter(3).fit(points(s));
    (m.weights, m.gaussians.map(g => (g.mean, g.cov)).toSeq)
  })
  sql("LDA")(s => {
    val m = new LDA().setK(2).setMaxIter(3).setSeed(7).setOptimizer("em").fit(points(s));
    m.describeTopics(2).collect().toSeq
  })
  sql("alternating least squares")(s => {
    val ratings =
      s.createDataFrame((0 until 200).map(i => (i % 20, i * 7 % 15, i % 5 + 1f))).toDF("user", "item", "rating")
    val model = new ALS().setRank(3).setMaxIter(3).setSeed(7).setNumBlocks(2).fit(ratings)
    (model.userFactors.orderBy("id").collect().toSeq, model.recommendForAllUsers(2).orderBy("user").collect().toSeq)
  })
  sql("frequent patterns")(s =>
    new FPGrowth().setItemsCol("words").setMinSupport(0.2).setNumPartitions(2).fit(texts(s).withColumn(
      "words",
      org.apache.spark.sql.functions.array_distinct(col("words"))
    )).freqItemsets.collect().map(r => (r.getSeq[String](0).sorted.mkString, r.getLong(1))).sorted.toSeq
  )
  sql("frequent sequences")(s =>
    new PrefixSpan().setSequenceCol("seq").setMinSupport(0.3).setMaxPatternLength(2).findFrequentSequentialPatterns(
      texts(s).selectExpr("transform(words, w -> array(w)) as seq")
    ).collect().map(_.toString).sorted.toSeq
  )
  sql("a pipeline of indexes, one-hot vectors and scaling")(s => {
    val stages = Array(
      new StringIndexer().setInputCol("kind").setOutputCol("index"),
      new OneHotEncoder().setInputCol("index").setOutputCol("hot"),
      new VectorAssembler().setInputCols(Array("features", "hot", "code")).setOutputCol("all"),
      new MinMaxScaler().setInputCol("all").setOutputCol("scaled"),
      new LogisticRegression().setFeaturesCol("scaled").setMaxIter(3)
    )
    predictions(new Pipeline().setStages(stages).fit(points(s)).transform(points(s)), "probability")
  })
  sql("cross-validation")(s => {
    val line = new LinearRegression().setLabelCol("target")
    val grid = new ParamGridBuilder().addGrid(line.regParam, Array(0.01, 0.1)).build()
    new CrossValidator().setEstimator(line).setEvaluator(
      new RegressionEvaluator().setLabelCol("target")
    ).setEstimatorParamMaps(grid).setNumFolds(2).setSeed(7).setParallelism(2).fit(points(s)).avgMetrics
  })
  sql("words to vectors, counts and weights")(s => {
    val counted = new CountVectorizer().setInputCol("words").setOutputCol("counts").fit(texts(s))
    val weighed = new IDF().setInputCol("counts").setOutputCol("idf").fit(counted.transform(texts(s)))
    (
      counted.vocabulary.toSeq.sorted,
      weighed.idf,
      new Word2Vec().setInputCol("words").setOutputCol("v").setVectorSize(2).setMinCount(2).setSeed(7).fit(
        texts(s)
      ).getVectors.orderBy("word").collect().toSeq
    )
  })
  sql("discretizing by quantiles, scaling and imputing")(s =>
    (
      predictions(
        new QuantileDiscretizer().setInputCol("target").setOutputCol("q").setNumBuckets(4).fit(points(s)).transform(
          points(s)
        ),
        "q"
      ),
      new RobustScaler().setInputCol("features").setOutputCol("r").fit(points(s)).median,
      new Imputer().setInputCol("target").setOutputCol("i").setStrategy("median").fit(
        points(s)
      ).surrogateDF.collect().toSeq
    )
  )
  sql("principal components, selection and hashing")(s =>
    (
      new PCA().setInputCol("features").setOutputCol("p").setK(2).fit(points(s)).pc,
      new VarianceThresholdSelector().setVarianceThreshold(1).fit(points(s)).selectedFeatures.toSeq,
      predictions(
        new BucketedRandomProjectionLSH().setInputCol("features").setOutputCol("h").setBucketLength(2).setNumHashTables(
          2
        ).setSeed(7).fit(points(s)).transform(points(s)),
        "h"
      ).take(9)
    )
  )
  sql("correlations, summaries and evaluation")(s =>
    (
      Correlation.corr(points(s), "features").head(),
      points(s).select(Summarizer.metrics("mean", "variance", "max").summary(col("features"))).head(),
      new MulticlassClassificationEvaluator().setMetricName("f1").evaluate(points(s).withColumn(
        "prediction",
        (col("code") % 2).cast("double")
      ))
    )
  )
}
