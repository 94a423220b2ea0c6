export {
  contractMarketOf,
  isPending,
  isPosition,
  nowOf,
  type OpenDeal,
  positionOf,
  sideOf,
} from '@app/client/contract';
