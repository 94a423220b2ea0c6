/** Unread notices are counted up to here: who has more sees "99+", and counting them costs no more. */
export const UNREAD_MAX = 100;
