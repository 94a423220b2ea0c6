/** What a coin on one of its networks has in common, whether it is sent there or received. */
type Network = {
  readonly currency: string;
  readonly chain: string;
  readonly is_open: boolean;
  readonly closed_because: string | null;
};

/** A coin with the networks it can be sent on. */
export type CoinOf<Net extends Network> = {
  readonly code: string;
  readonly networks: readonly Net[];
  /** Why no coins can be sent on any of them now; undefined while one is open. */
  readonly closedBecause: NonNullable<Net['closed_because']> | undefined;
};

/** A network that may return soon explains more than one that was never connected. */
const REASONS: readonly string[] = ['halted', 'no_answer', 'no_terms', 'not_connected'];

/** Groups networks by coin, open coins first. */
export function coinsOf<Net extends Network>(list: readonly Net[]): readonly CoinOf<Net>[] {
  const coins = [...Map.groupBy(list, ({ currency }) => currency)].map(([code, networks]) => ({
    code,
    networks: openFirst(networks),
    closedBecause: networks.some((it) => it.is_open) ? undefined : reasonOf(networks),
  }));
  const isOpen = ({ closedBecause }: CoinOf<Net>) => closedBecause === undefined;
  return [...coins.filter(isOpen), ...coins.filter((coin) => !isOpen(coin))];
}

function reasonOf<Net extends Network>(networks: readonly Net[]): NonNullable<Net['closed_because']> | undefined {
  const reasons = networks.flatMap((it) => it.closed_because ?? []);
  return reasons.toSorted((a, b) => REASONS.indexOf(a) - REASONS.indexOf(b))[0];
}

/** Returns the networks of a coin, open ones first. */
export const networksOf = <Net extends Network>(list: readonly Net[], code: string): readonly Net[] =>
  openFirst(list.filter(({ currency }) => currency === code));

const openFirst = <Net extends Network>(networks: readonly Net[]) =>
  networks.toSorted((a, b) => Number(b.is_open) - Number(a.is_open));

/**
 * Returns the network to use: the one the user chose. None is chosen for the user where a coin has more than one,
 * because coins sent on another one are lost.
 */
export function chosenNetwork<Net extends Network>(networks: readonly Net[], wanted: string | null): Net | undefined {
  const chosen =
    wanted === null && networks.length === 1 ? networks[0] : networks.find(({ chain }) => chain === wanted);
  return chosen?.is_open ? chosen : undefined;
}

const MINUTE = 60;

/** Returns a duration in whole minutes, never less than it takes. */
export const minutesOf = ({ seconds }: { readonly seconds: number }): number => Math.ceil(seconds / MINUTE);
