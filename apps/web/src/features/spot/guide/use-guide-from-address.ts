import { useSearchParams } from 'react-router';

const FIELD = 'guide';

/** Returns whether the URL requests the guide, and a function that removes the request. */
export function useGuideFromAddress() {
  const [fields, setFields] = useSearchParams();
  const without = (all: URLSearchParams) => new URLSearchParams([...all].filter(([name]) => name !== FIELD));
  const withGuide = (all: URLSearchParams) => new URLSearchParams([...without(all), [FIELD, '1']]);
  return {
    isRequested: fields.get(FIELD) === '1',
    begin: () => setFields(withGuide, { replace: true }),
    end: () => setFields(without, { replace: true }),
  };
}
