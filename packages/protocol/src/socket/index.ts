export { betsFrame } from './bets-frame.ts';
export {
  type BarShown,
  bookMessage,
  type Depth,
  depthData,
  klineData,
  type QuoteChange,
  type QuoteShown,
  quotesChange,
  quotesStart,
  TRADES_MAX,
  type TradeShown,
  tradesData,
} from './channel-data.ts';
export { CHANNEL_MEANINGS, type ChannelStates } from './channel-meanings.ts';
export { type ChannelMeaning, type ChannelReader, readFrame, type Step, unread } from './channel-reader.ts';
export { CHANNELS_MAX, type Channel, type ChannelKind, channelName, readChannel } from './channels.ts';
export { dealsFrame } from './deals-frame.ts';
export { balancesFrame, frame, noticesFrame, timeFrame } from './frames.ts';
export { ordersFrame } from './orders-frame.ts';
export {
  FROM_THE_START,
  type PublicFrame,
  publicFrame,
  SUBSCRIBE_REFUSALS,
  type SubscribeAnswer,
  type SubscribeRefusal,
  subscribeAnswer,
  subscribeRequest,
} from './subscribe.ts';
