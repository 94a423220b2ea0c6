export { type Decoded, type EngineCommand, encodeCommand, readCommand } from './command.ts';
export { type EngineReply, type EngineRequest, engineReply, engineRequest, inboxCommand } from './messages.ts';
export { cancelAllCommand, cancelCommand, placeCommand, readInventoryCommand, SPOT_COMMANDS } from './spot.ts';
