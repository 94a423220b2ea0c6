export { checkTrail } from './check-trail.ts';
export { type Action, noteAction } from './note-action.ts';
export { sealTrailWith, TRAIL_ROOT } from './seal-trail.ts';
export { readHead, readLastCheck, readRows, readSeals, type TrailFilter } from './trail.store.ts';
export { type Verified, verifyTrail } from './verify-trail.ts';
