/** Any JSON value, as a tree ([[Json]]) or as its bytes ([[RawJson]]).
  *
  * May use: `reading`, `writing`, `looks`, `text`, `core`.
  */
package brine.json.trees
