export {
  type AccountFigures,
  accountFiguresOf,
  type ClosePreview,
  distanceTo,
  figuresOf,
  type LiveFigures,
  liveFiguresOf,
  type PositionFigures,
  previewClose,
  worthOf,
} from './position-figures.ts';
export { contractMarketOf, isPending, isPosition, nowOf, type OpenDeal, positionOf, sideOf } from './position-of.ts';
