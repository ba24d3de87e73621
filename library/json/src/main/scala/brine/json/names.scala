package brine.json

// Names that users import from here. The definitions are in packages that know nothing of the format.

export brine.json.dialects.NameStyle
export brine.json.errors.{JsonError, JsonErrors}
export brine.json.schemas.{JsonSchema, SchemaLock, StrictSchema}
export brine.json.trees.{Json, JsonMergePatch, Patch, RawJson}

/** The rules of JSON that somebody else has defined: options, each with a default. [[brine.json.dialects.JsonDialect]]
  * lists them.
  */
type JsonDialect = brine.json.dialects.JsonDialect
