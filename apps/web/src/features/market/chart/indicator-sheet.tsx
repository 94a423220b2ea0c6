import { Button, Field, type KlineParams } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import {
  PARAM_RULES,
  type ParamFault,
  paramFaults,
  WITH_PARAMS,
  type WithParams,
  withParams,
} from './indicator-params.ts';

type Props = {
  params: KlineParams;
  /** Returns the usual parameters of an indicator. */
  usual: (name: WithParams) => readonly number[];
  onChange: (params: KlineParams) => void;
};

/** Lets the periods of indicators be changed; a valid change takes effect at once. */
export function IndicatorParams({ params, usual, onChange }: Props) {
  const text = useText();
  const [resets, setResets] = useState(0);
  const reset = () => {
    onChange({});
    setResets(resets + 1); // Fields start again from the usual values.
  };
  return (
    <div className="grid gap-4 pb-2">
      {WITH_PARAMS.map((name) => (
        <Params
          key={`${name} ${resets}`}
          name={name}
          first={params[name] ?? usual(name)}
          onChange={(values) => onChange(withParams(params, name, { values, usual: usual(name) }))}
        />
      ))}
      <Button wide disabled={Object.keys(params).length === 0} onClick={reset}>
        {text('chart.params.reset')}
      </Button>
    </div>
  );
}

type ParamsProps = { name: WithParams; first: readonly number[]; onChange: (values: readonly number[]) => void };

function Params({ name, first, onChange }: ParamsProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => first.map(String));
  const faults = paramFaults(name, typed);
  const change = (index: number, value: string) => {
    const next = typed.with(index, value.trim());
    setTyped(next);
    if (paramFaults(name, next).every((fault) => fault === undefined)) onChange(next.map(Number));
  };
  return (
    <fieldset>
      <legend className="mb-2 text-label text-ink-2">
        <span className="font-semibold text-ink">{name}</span> · {text(`chart.indicator.${name}`)}
      </legend>
      <div className="grid grid-cols-3 items-start gap-2">
        {PARAM_RULES[name].map((rule, index) => (
          <Field
            key={rule.name}
            label={text(`chart.params.${rule.name}`)}
            value={typed[index] ?? ''}
            inputMode="numeric"
            onChange={({ target }) => change(index, target.value)}
            error={faultText(faults[index], text)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function faultText(fault: ParamFault | undefined, text: ReturnType<typeof useText>): string | undefined {
  if (fault === undefined) return undefined;
  if (fault.kind === 'order') return text('chart.params.order');
  return text('chart.params.range', { min: fault.min, max: fault.max });
}
