/** Cap on the unread count: users with more see "99+", and counting them costs no more. */
export const UNREAD_MAX = 100;
