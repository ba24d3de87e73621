package brine.picklers

import brine.picklers.values.{NumberPicklers, TimePicklers, UtilityPicklers}

/** The index of the standard picklers: one family a file. A type's own pickler, or one in scope, goes before them. */
trait StandardPicklers
    extends ScalarPicklers,
      EnumPicklers,
      OptionPicklers,
      CollectionPicklers,
      MutablePicklers,
      JavaCollectionPicklers,
      SortedPicklers,
      ArrayPicklers,
      TuplePicklers,
      NumberPicklers,
      RangePicklers,
      TimePicklers,
      BitSetPicklers,
      UtilityPicklers,
      CodePicklers
