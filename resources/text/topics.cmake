# One file per language for each topic; a new view adds its own line.
set(POSCOPE_TEXT_TOPICS
  common
  views
  sinusoidal
  decay
  formats
  positions
  exact-share
  alibi
  model
  export
  command
  gpu
  window
  plot
)
