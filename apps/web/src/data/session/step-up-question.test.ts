import { setPhrase } from '@app/protocol/auth';
import { afterEach, describe, expect, it } from 'vitest';
import { requestProof, StepUpGivenUp, unlessGivenUp, useStepUp } from './step-up-question.ts';

const request = () => useStepUp.getState().request;
afterEach(() => useStepUp.setState({ request: undefined }));

describe('a step-up request', () => {
  it('given a proof, then it resolves with its number and no request is pending', async () => {
    const answer = requestProof(setPhrase, { phrase: 'tide pools' });
    expect(request()).toMatchObject({ route: setPhrase, fields: { phrase: 'tide pools' } });
    request()?.proven(77n);
    await expect(answer).resolves.toBe(77n);
    expect(request()).toBeUndefined();
  });

  it('given the sheet is closed, then no message is shown', async () => {
    const answer = requestProof(setPhrase, {});
    request()?.givenUp();
    const error = await answer.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StepUpGivenUp);
    expect(unlessGivenUp(new StepUpGivenUp())).toBeNull();
    expect(unlessGivenUp(new Error('another'))).not.toBeNull();
  });

  it('given a second request, then the first is cancelled and the second is pending', async () => {
    const first = requestProof(setPhrase, { phrase: 'first' });
    const second = requestProof(setPhrase, { phrase: 'second' });
    await expect(first).rejects.toBeInstanceOf(StepUpGivenUp);
    expect(request()?.fields).toEqual({ phrase: 'second' });
    request()?.proven(78n);
    await expect(second).resolves.toBe(78n);
  });
});
