export { absolute, add, compare, max, min, negate, subtract, sum, ZERO } from './amount.ts';
export { divide, multiply, ratio } from './arithmetic.ts';
export { formatDecimal, formatPlaces, parseDecimal, readDecimal } from './decimal-text.ts';
export {
  amountForSpeech,
  type Direction,
  directionOf,
  directionOfPercent,
  groupDigits,
  showAmount,
  showCompact,
  showFiat,
  showPercent,
  showPrice,
} from './display.ts';
export { divideRounded } from './divide-rounded.ts';
export { ceilToAmount, exactProduct, NO_FEE } from './exact-fee.ts';
export {
  type Amount,
  type Decimal,
  type ExactFee,
  ONE,
  PLACES,
  type Price,
  type Rate,
  type Rounding,
} from './kinds.ts';
export { ceilTo, countOf, floorTo, isMultipleOf, multiplyByCount } from './steps.ts';
export { assertStorable, isStorable, LARGEST_MAGNITUDE } from './storable.ts';
