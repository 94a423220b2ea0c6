import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionScope, useSession } from '../session/session.ts';
import { costsQuery } from './costs.ts';

const user = { id: '7', account: 'a@example.com', nickname: 'A', avatar: '', inviteCode: '', book: 'demo' as const };

afterEach(() => useSession.setState({ token: undefined, user: undefined }));

describe('costs of the balances before', () => {
  it('given that new ones are on their way, when a screen renders again, then nothing changes, and it need not', async () => {
    useSession.setState({ token: 't', user });
    const queryClient = new QueryClient();
    const listed = { list: [] };
    const optionsOf = (seq: string, queryFn: () => Promise<typeof listed>) => ({
      ...costsQuery(sessionScope(), seq),
      queryFn,
    });
    const shown = new QueryObserver(
      queryClient,
      optionsOf('1', () => Promise.resolve(listed)),
    );
    const stop = shown.subscribe(() => undefined);
    await expect.poll(() => shown.getCurrentResult().data).toBeInstanceOf(Map);
    const never = () => new Promise<typeof listed>(() => {});
    shown.setOptions(optionsOf('2', never)); // As a rendering with the next balances does.
    const first = shown.getCurrentResult();
    expect(first).toMatchObject({ isPlaceholderData: true, data: new Map() });
    shown.setOptions(optionsOf('2', never));
    expect(shown.getCurrentResult().data).toBe(first.data);
    stop();
    queryClient.clear();
  });
});
