export { balanceFrame, frame, timeFrame } from './frames.ts';
