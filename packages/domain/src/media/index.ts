export { isDrawable, PICTURE_SIDE, PIXELS_MAX, PORTRAIT_SIDE, SIDE_MAX, UPLOAD_BYTES_MAX } from './picture.ts';
export * as mediaSettings from './settings.ts';
