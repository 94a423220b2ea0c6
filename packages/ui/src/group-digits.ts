export { groupDigits } from '@app/money';
