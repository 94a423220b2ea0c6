/** Approximate widths of label letters and amount digits, at the font sizes of a line. */
const LABEL_PX = 7.2;
const WIDE_LABEL_PX = 13;
const DIGIT_PX = 9.6;
const UNIT_PX = 8.6;
const ICON_PX = 16;
const AROUND_PX = 36;
/** Full-width letters. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uff00-\uff60]/gu;

type Line = { readonly label: string; readonly value: string; readonly unit: string; readonly hasIcon: boolean };

/**
 * Returns the width that label, number and unit need side by side. Estimated, not measured: a form renders at every
 * price.
 */
export function lineWidth({ label, value, unit, hasIcon }: Line): number {
  const wide = label.match(WIDE)?.length ?? 0;
  const labelWidth = wide * WIDE_LABEL_PX + (label.length - wide) * LABEL_PX;
  return Math.ceil(labelWidth + value.length * DIGIT_PX + unit.length * UNIT_PX + (hasIcon ? ICON_PX : 0) + AROUND_PX);
}
