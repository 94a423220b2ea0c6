export { CallRefused, isRefusedBody, NoResponse, type RefusedBody } from './call-refused.ts';
export { openPendingCalls, type PendingCall, type PendingCalls } from './pending-calls.ts';
export { readUpload, type UploadResult, uploadLanguage } from './read-upload.ts';
export { type CallOptions, makeCall } from './send-call.ts';
export { createUnresolvedCalls, isAwaited } from './unresolved-calls.ts';
