import BrowserOnly from '@docusaurus/BrowserOnly';
import {useColorMode} from '@docusaurus/theme-common';
import React, {useEffect, useRef} from 'react';

// A lesson, light or dark as the site is. What it holds is for readers without script: the server
// writes only that, and the browser puts the lesson in its place.
export default function MirrorPod({children, ...options}) {
  return (
    <BrowserOnly fallback={<p>{children}</p>}>
      {() => <Lesson {...options}>{children}</Lesson>}
    </BrowserOnly>
  );
}

function Lesson({children, ...options}) {
  const {colorMode} = useColorMode();
  const element = useRef(null);
  useEffect(() => {
    const lesson = element.current;
    const follow = () => lesson.call('setTheme', colorMode);
    // A frame that is there is told now; one that is not, as soon as it is.
    if (lesson.frame) follow();
    lesson.addEventListener('ready', follow);
    return () => lesson.removeEventListener('ready', follow);
  }, [colorMode]);
  return <mirror-pod ref={element} theme={colorMode} {...options}>{children}</mirror-pod>;
}
