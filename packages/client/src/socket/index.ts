export { type Channels, type ChannelView, createChannels } from './channel.ts';
export { type Connection, createConnection } from './connection.ts';
export { compareSeq } from './follow.ts';
export { aheadBy, createServerClock } from './server-clock.ts';
export { connectSocket, type PrivateChannel } from './socket.ts';
