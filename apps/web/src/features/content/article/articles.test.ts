import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { searchQuery } from './articles.ts';

it('given results for one search text, when another is searched, then the old results are not reused', () => {
  const client = new QueryClient();
  const queryOf = (query: string) => ({
    ...searchQuery('en', query),
    queryFn: () => new Promise<never>(() => undefined),
  });
  client.setQueryData(searchQuery('en', 'fees').queryKey, []);
  const observer = new QueryObserver(client, queryOf('fees'));
  const stop = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult().data).toEqual([]);
  observer.setOptions(queryOf('safety'));
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isFetching: true });
  stop();
  client.clear();
});
