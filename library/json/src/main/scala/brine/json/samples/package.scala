/** The options that sample documents show: [[SampleWalk]] collects the evidence, [[SampleChoices]] decides.
  *
  * May use: `trees`, `looks`, `dialects`, `text`, `core`.
  */
package brine.json.samples
