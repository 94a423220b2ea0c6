export { type AddressKey, addressKey } from './address-key.ts';
export { assert, expectDefined, unreachable } from './assert.ts';
export type { Brand } from './brand.ts';
export { type Decision, ok, Refusal, type RefusalParams, refuse } from './decision.ts';
export { HASHED_FILE } from './hashed-file.ts';
export { firstIdAt, ID_EPOCH_MS, makeIds, type TimeOrderedId, timeOfId } from './ids.ts';
export { shortAddress } from './short-address.ts';
export { formatTraceparent, newTraceContext, parseTraceparent, type TraceContext } from './trace-context.ts';
export { timeOfUuid, uuidV7 } from './uuid.ts';
