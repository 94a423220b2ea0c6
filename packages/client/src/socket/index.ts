export { type Channels, type ChannelView, createChannels } from './channel.ts';
export { aheadBy, type Connection, createConnection, createServerClock } from './connection.ts';
export { compareSeq } from './follow.ts';
export { connectSocket, type PrivateChannel } from './socket.ts';
