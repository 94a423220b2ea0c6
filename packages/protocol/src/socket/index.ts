export { balancesFrame, frame, timeFrame } from './frames.ts';
