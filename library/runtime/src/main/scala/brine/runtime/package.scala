/** The names for users ([[RuntimePicklers]], [[AllowList]]), the read room ([[ReadClass]]), and the classes that open
  * places accept.
  *
  * May use: All subpackages, `core`.
  */
package brine.runtime
