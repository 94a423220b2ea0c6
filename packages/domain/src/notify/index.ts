export { categoryOf, NOTICE_CATEGORIES, NOTICE_KINDS, type NoticeCategory, type NoticeKind } from './notice-kinds.ts';
export * as notifySettings from './settings.ts';
export { UNREAD_MAX } from './unread.ts';
