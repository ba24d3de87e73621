package brine.sparkjobs

/** Ratings as parallel arrays. ALS moves blocks of just this form, of a class that is private to Spark. */
final class RatingsBlock(val users: Array[Int], val products: Array[Int], val ratings: Array[Float])
    extends Serializable {
  override def equals(that: Any): Boolean = that match {
    case block: RatingsBlock =>
      java.util.Arrays.equals(users, block.users) && java.util.Arrays.equals(products, block.products) &&
      java.util.Arrays.equals(ratings, block.ratings)
    case _ => false
  }

  override def hashCode: Int = java.util.Arrays.hashCode(users)
}
