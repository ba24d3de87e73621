package brine

import scala.annotation.StaticAnnotation

/** Marks a name that is public only because code that a macro emits in a user's class refers to it. The name is
  * not for users, and may change in any release. The packages `brine.derive` and `brine.plan` have
  * no other public names.
  */
private[brine] final class internal extends StaticAnnotation
