/** The JSON Schema of a type ([[JsonSchema]]), the comparison of two ([[SchemaFit]]), and schemas of released
  * interfaces ([[SchemaLock]], [[SchemaCheck]]).
  *
  * May use: `trees`, `looks`, `dialects`, `text`, `core`.
  */
package brine.json.schemas
