import type { Ask } from './ask.ts';
import { excessOf, readBudgets } from './budgets.ts';
import { type Cost, costOf, dearestOf, describePlan, type Misjudged, misjudgedNodes } from './judge.ts';
import { KNOWN, type KnownMisjudgement } from './known.ts';
import type { Explained, listenToPlans } from './plans.ts';
import type { Question } from './questions.ts';

type Measured = { readonly results: unknown; readonly pages: number };

/** Asks questions one after the other and notes what each cost. */
export function openMeter(plans: ReturnType<typeof listenToPlans>) {
  const costs = new Map<string, Cost>();
  const dearest = new Map<string, Explained>();
  const misjudged = new Map<string, Misjudged>();
  const refused: string[] = [];
  const fresh: string[] = [];

  return {
    costs,
    async measure(ask: Ask, question: Question): Promise<Measured> {
      const recording = await plans.record(() => ask(question));
      const { status, body } = recording.answer;
      // what others may not see is none of their questions
      if (status === 403 && question.viewer !== 'admin') return { results: null, pages: 1 };
      const name = `${question.path} · ${question.name}`;
      if (status !== (question.status ?? 200))
        refused.push(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      costs.set(name, costOf(recording, Array.isArray(body.results) ? body.results.length : 1));
      fresh.push(name);
      const plan = dearestOf(recording.roots);
      if (plan) dearest.set(name, plan);
      for (const explained of recording.plans)
        for (const found of misjudgedNodes(explained)) misjudged.set(`${name}: ${found.node}`, found);
      return { results: body.results, pages: body.meta?.last_page ?? 1 };
    },
    /** The calls since it was last asked that were refused. */
    refused: (): string => refused.splice(0).join('\n'),
    /**
     * The calls since it was last asked that have no budget or exceed it: first all of them, then the dearest plan of
     * each.
     */
    beyondBudget(): string {
      const budgets = readBudgets();
      const plansOfThem: string[] = [];
      const lines: string[] = [];
      for (const name of fresh.splice(0)) {
        const [cost, budget] = [costs.get(name), budgets.get(name)];
        const excess = cost && (budget ? excessOf(cost, budget) : ['no budget: pnpm guard --write']);
        if (!excess?.length) continue;
        lines.push(`${name}: ${excess.join(', ')}`);
        const plan = dearest.get(name);
        if (budget && plan) plansOfThem.push(`${name}\n${describePlan(plan)}`);
      }
      return [...lines, ...plansOfThem].join('\n');
    },
    /** The misjudged nodes that nobody knows of, and known ones that are judged well by now. */
    unknownMisjudged(): string {
      const isKnown = (name: string) => (known: KnownMisjudgement) =>
        name.startsWith(known.call) && name.endsWith(known.node);
      const unknown = [...misjudged].filter(([name]) => !KNOWN.some(isKnown(name)));
      const names = [...misjudged.keys()];
      const mended = KNOWN.filter((known) => !known.isNear && !names.some((name) => isKnown(name)(known)));
      return [
        ...unknown.map(([name, { expected, actual }]) => `${name}: ${expected} expected, ${actual} there`),
        ...mended.map(({ call, node }) => `${call}: ${node} is judged well, take it out of known.ts`),
        ...unknown.map(([name, { explained }]) => `${name}\n${describePlan(explained)}`),
      ].join('\n');
    },
  };
}
