/** Key prefix of all of a user's order queries: a change to one order invalidates them all. */
export const ordersKey = (scope: string) => ['spot', scope] as const;
