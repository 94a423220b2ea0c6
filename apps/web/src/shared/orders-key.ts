/** Everything of one's orders begins with it: what changed one of them makes all of it old. */
export const ordersKey = (scope: string) => ['spot', scope] as const;
