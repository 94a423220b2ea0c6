export {
  type AccountFigures,
  accountFiguresOf,
  distanceTo,
  figuresOf,
  type PositionFigures,
  previewClose,
} from '@app/client/contract';
