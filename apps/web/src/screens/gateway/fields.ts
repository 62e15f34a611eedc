import { defineFields, statusFact } from '../../kit/index.ts';

/** The fields of a gateway. The server accepts keys but never returns them. */
export const gatewayFacts = defineFields({
  payment_id: { kind: 'ref', to: 'payment-method', shown: 'payment_title' },
  provider: { kind: 'choice', options: [{ value: 'soft', label: 'gateway:provider.soft' }] },
  public_key: { kind: 'code' },
  secret: { kind: 'code' },
  webhook_secret: { kind: 'code' },
  status: statusFact,
});
