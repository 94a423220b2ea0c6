export { isDrawable, PIXELS_MAX, SIDE_MAX, UPLOAD_BYTES_MAX } from './picture.ts';
export {
  checkPurpose,
  type FileMode,
  type GranteeKind,
  mayBeGranted,
  OPEN_PURPOSES,
  type OpenPurpose,
  PURPOSE_RULES,
  PURPOSES,
  type Purpose,
  type Shape,
} from './purpose.ts';
export * as mediaSettings from './settings.ts';
