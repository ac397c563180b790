import { mount } from 'svelte'
import './style/base.css'
import App from './App.svelte'
import { settings } from './settings/settings.svelte'
import { sound } from './sound/sound.svelte'

settings.show()
sound.listen()
const target = document.getElementById('app')
if (target) mount(App, { target })
