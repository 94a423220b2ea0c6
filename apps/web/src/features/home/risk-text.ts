import { getSetting } from '@app/protocol/reference';
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../data/app/preferences.ts';
import { call } from '../../data/call/call.ts';

/** Returns the server's risk warning in the language shown. */
export function useRiskText(): string | undefined {
  const language = usePreferences((preferences) => preferences.language);
  const { data } = useQuery({
    queryKey: ['home', 'risk', language],
    queryFn: ({ signal }) => call(getSetting, { keyword: 'risk_text' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.value;
}
