export { type Decoded, type EngineCommand, encodeCommand, readCommand } from './command.ts';
export {
  addMarginCommand,
  CONTRACT_COMMANDS,
  cancelAllPendingCommand,
  cancelPendingCommand,
  closeAllCommand,
  closeCommand,
  openCommand,
  removeMarginCommand,
  reverseCommand,
  runCommand,
  setStopsCommand,
} from './contract.ts';
export { type EngineReply, type EngineRequest, engineReply, engineRequest, inboxCommand } from './messages.ts';
export { betCommand, betRunCommand, cancelBetCommand, SECONDS_COMMANDS } from './seconds.ts';
export { cancelAllCommand, cancelCommand, placeCommand, readInventoryCommand, SPOT_COMMANDS } from './spot.ts';
