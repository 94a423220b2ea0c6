export { mediaRoutes } from './media.routes.ts';
export { mediaTables } from './media.store.ts';
export { createMedia, type Media } from './media.ts';
export { mediaIdOf, mediaUrl } from './media-id.ts';
export { rotateKeys } from './rotate-keys.ts';
export { sweepMedia } from './sweep.ts';
