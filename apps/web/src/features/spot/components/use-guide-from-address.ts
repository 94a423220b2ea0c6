import { useSearchParams } from 'react-router';

const FIELD = 'guide';

/** Whether the address asks for the guide, and how it stops asking. */
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
