export { IDENTITY_PROVIDER } from './grant-access.ts';
export { markPicture } from './mark-picture.ts';
export { mediaRoutes } from './media.routes.ts';
export { markRemoved as removeFile, mediaTables } from './media.store.ts';
export { createMedia, type Media } from './media.ts';
export { mediaIdOf, mediaUrl } from './media-id.ts';
export { rotateKeys } from './rotate-keys.ts';
export { sweepMedia } from './sweep.ts';
