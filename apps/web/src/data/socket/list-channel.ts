import { compareSeq, type PrivateChannel } from '@app/client/socket';
import { type DataTag, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Balances and lists are refetched, and an order may be filled a hundred times in a second. */
const ASK_EVERY_MS = 500;
/** A scrolled list has many pages, each of them refetched. */
const LISTS_EVERY_MS = 5_000;

/** A channel's frame, with its rows. */
type Frame<Row> = { readonly prev: string; readonly seq: string; readonly rows: readonly Row[] };

type ListChannel<Row> = {
  readonly name: string;
  readonly queryClient: QueryClient;
  /** Prefix of the keys of all lists that an update may change. */
  readonly allKey: QueryKey;
  /** Key of the one list that updates are written into. */
  readonly listKey: DataTag<QueryKey, readonly Row[], Error>;
  /** Returns undefined for a frame that cannot be read. */
  readonly read: (received: unknown) => Frame<Row> | undefined;
  /** Takes a frame's rows, and returns those that are news. */
  readonly take: (rows: readonly Row[]) => readonly Row[];
  /** Returns the list after updates; the same list if none of them changes it. */
  readonly apply: (list: readonly Row[], updates: readonly Row[]) => readonly Row[];
  readonly refreshBalances: () => void;
  /** Limits how often an action runs; the last request is never lost (`createThrottle` of the ui package). */
  readonly throttle: (apartMs: number, act: () => void) => { readonly trigger: () => void; readonly stop: () => void };
};

/**
 * Writes the updates of a user's private channel into the query cache, so that screens have one source of truth and no
 * socket code. After a gap the list is refetched; the other lists and the balances follow, at a limited rate.
 */
export function listChannel<Row>({ name, queryClient, allKey, listKey, ...deps }: ListChannel<Row>) {
  const list = followList(queryClient, listKey, deps.apply);
  const balances = deps.throttle(ASK_EVERY_MS, deps.refreshBalances);
  const others = deps.throttle(LISTS_EVERY_MS, () => {
    const meant = { queryKey: allKey, predicate: isNot(listKey) };
    // A list being fetched is let through, but may have been read before the update: it is requested once more.
    if (queryClient.isFetching(meant) > 0) others.trigger();
    void queryClient.invalidateQueries(meant, { cancelRefetch: false });
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: allKey });
  let last: string | undefined;
  const receive = (received: unknown) => {
    const frame = deps.read(received);
    if (frame === undefined) return refresh();
    const relation = relationOf(last, frame);
    if (relation === 'old') return;
    last = frame.seq;
    list.apply(deps.take(frame.rows));
    if (relation === 'gap') void queryClient.invalidateQueries({ queryKey: listKey });
    balances.trigger();
    others.trigger();
  };
  const end = () => {
    list.end();
    balances.stop();
    others.stop();
  };
  return { name, receive, refresh, end } satisfies PrivateChannel & { end: () => void };
}

/** Classifies a frame. After the fetch at connection time any first frame applies; a restart of the engine is a gap. */
function relationOf(last: string | undefined, { prev, seq }: { readonly prev: string; readonly seq: string }) {
  if (prev === '') return 'gap';
  return last === undefined ? 'apply' : compareSeq(last, { prev, seq });
}

const isNot = (key: QueryKey) => {
  const written = hashKey(key);
  return ({ queryHash }: { queryHash: string }) => queryHash !== written;
};

/**
 * Applies updates to a list in the query cache. A list requested before they arrived may be older than they are, so they
 * are applied again to its response.
 */
function followList<Row>(
  queryClient: QueryClient,
  queryKey: DataTag<QueryKey, readonly Row[], Error>,
  apply: ListChannel<Row>['apply'],
) {
  const hash = hashKey(queryKey);
  let sinceRequested: Row[] = [];
  const put = (updates: readonly Row[]) =>
    queryClient.setQueryData<readonly Row[]>(queryKey, (rows) => rows && apply(rows, updates));
  const end = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    if (event.action.type === 'fetch') sinceRequested = [];
    if (event.action.type !== 'success' || event.action.manual === true || sinceRequested.length === 0) return;
    put(sinceRequested);
    sinceRequested = [];
  });
  return {
    end,
    apply: (updates: readonly Row[]) => {
      const state = queryClient.getQueryState(queryKey);
      if (state === undefined) return;
      if (state.fetchStatus === 'fetching') sinceRequested.push(...updates);
      // Writing into a list known to be incomplete would mark it as fresh; it is fetched when it is shown.
      else if (state.isInvalidated) return;
      put(updates);
    },
  };
}
