import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import { useEffect, useRef } from 'react';
import { useCanOpen } from '../../lib/can-open.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { savePreference } from '../../lib/server/preferences.ts';
import { closeToast } from '../../lib/server/toast.ts';
import { useFirstSteps } from '../home/use-first-steps.ts';
import { findTourTarget, TOUR_STEPS, type TourStep } from './stops.ts';
import './tour.css';

const APPEARS_WITHIN = 4_000;
const LOOK_EVERY = 80;

type TourProps = {
  version: number;
  /** True when the person asked for it; at the first sign-in it waits until nothing is left to set up. */
  isAsked: boolean;
  onEnd: () => void;
};

/** The first-login tour; when it ends for any reason, the profile stores its version. */
const Tour = (props: TourProps) =>
  props.isAsked ? <RunningTour {...props} /> : <WalkAfterFirstSteps {...props} />;

/** The first steps come first: the tour would lie over them. */
const WalkAfterFirstSteps = (props: TourProps) => {
  const steps = useFirstSteps();
  const isWaiting = steps === undefined || steps?.some(({ done }) => !done);
  return isWaiting ? null : <RunningTour {...props} />;
};

const RunningTour = ({ version, onEnd }: TourProps) => {
  const { t } = useTranslation(['tour', 'shell']);
  const canOpen = useCanOpen();
  const openPage = useOpenPage();
  const latest = useRef({ t, canOpen, openPage, onEnd, version });
  latest.current = { t, canOpen, openPage, onEnd, version };

  useEffect(() => {
    const given = latest.current;
    // a toast would cover the first step
    closeToast();
    const stops = TOUR_STEPS.filter((stop) =>
      stop.page ? given.canOpen(stop.leadsTo ?? stop.page) : findTourTarget(stop),
    );
    return runTour(stops, {
      text: (key) => given.t(key),
      go: (page) => latest.current.openPage(page),
      end: () => {
        savePreference({ tour_version: latest.current.version });
        latest.current.onEnd();
      },
    });
  }, []);
  return null;
};

type Guide = { text: (key: string) => string; go: (page: string) => void; end: () => void };

/** Runs the tour; returns a function that stops it. */
function runTour(stops: readonly TourStep[], guide: Guide): () => void {
  let left = false;
  let moving = false;
  const rtl = document.documentElement.dir === 'rtl';
  const tour = driver({
    steps: stops.map((stop, index) => ({
      element: () => findTourTarget(stop) ?? document.body,
      popover: {
        title: guide.text(stop.title),
        description: guide.text(stop.text),
        progressText: `${index + 1} / ${stops.length}`,
        side: 'bottom',
        align: rtl ? 'end' : 'start',
      },
    })),
    showProgress: true,
    showButtons: ['next', 'previous'],
    nextBtnText: guide.text('tour:next'),
    prevBtnText: guide.text('tour:previous'),
    doneBtnText: guide.text('tour:done'),
    popoverClass: 'dukkan-tour',
    overlayOpacity: 0.45,
    stagePadding: 6,
    stageRadius: 8,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    smoothScroll: false,
    onPopoverRender: ({ footerButtons }) => {
      const skip = document.createElement('button');
      skip.type = 'button';
      skip.className = 'driver-popover-skip-btn';
      skip.textContent = guide.text('tour:skip');
      skip.addEventListener('click', end);
      footerButtons.prepend(skip);
    },
    onNextClick: () => void move(1),
    onPrevClick: () => void move(-1),
    onDestroyStarted: () => end(),
  });

  // driver.js reports the end only when its animation to a step has finished, and users press Done sooner
  function end(): void {
    if (left) return;
    left = true;
    tour.destroy();
    guide.end();
  }

  // a step whose target does not appear is skipped in the direction of the move
  async function move(by: 1 | -1): Promise<void> {
    if (moving) return;
    moving = true;
    for (let at = (tour.getActiveIndex() ?? -1) + by; at >= 0; at += by) {
      const stop = stops[at];
      if (!stop) break;
      if (await goToStop(stop, guide)) {
        moving = false;
        if (!left) tour.drive(at);
        return;
      }
    }
    moving = false;
    if (by === 1) end();
  }

  void move(1);
  return () => {
    left = true;
    tour.destroy();
  };
}

async function goToStop(stop: TourStep, guide: Guide): Promise<boolean> {
  if (stop.page && location.pathname !== stop.page) guide.go(stop.page);
  const until = Date.now() + (stop.page ? APPEARS_WITHIN : 0);
  while (!findTourTarget(stop)) {
    if (Date.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  return true;
}

export default Tour;
